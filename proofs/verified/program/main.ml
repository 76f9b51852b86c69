(* dpcert-verified CERTIFICATE...: reads each file, and prints what the extracted function Verified.check says of its bytes.
   Exit codes: 0 all claims hold, 1 a certificate says the contrary of what is true, 2 a file cannot be read, 3 a certificate is
   not decided here, 4 a claim is refuted. Of several the first of 2, 1, 3, 4 that occurs, as in dpcert-checker. *)

(* The bytes become a list of characters; the largest certificate of a large ledger has 0.3 MB. *)
let max_size = 4 * 1024 * 1024

let usage = "usage: dpcert-verified CERTIFICATE...

Decides the claim of each certificate by a program that is extracted from a proof in Coq, and prints a line about it.
The steps of a certificate are not followed: its ledger and its claim are all that is read.

Exit codes: 0 VALID: all claims hold
            1 INVALID: a certificate says the contrary of what is true
            2 BAD INPUT: a file cannot be read
            3 UNSUPPORTED: not decided by this program
            4 REFUTED: a claim is false, as its certificate says
With several certificates, the first of 2, 1, 3, 4 that occurs."

let read path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () ->
    let size = in_channel_length file in
    if size > max_size then None else Some (really_input_string file size))

let decide path =
  match read path with
  | exception Sys_error reason -> (2, "BAD INPUT " ^ reason)
  | exception End_of_file -> (2, "BAD INPUT " ^ path ^ ": the file ends early")
  | None -> (3, "UNSUPPORTED " ^ path ^ ": the file has more than 4 MiB")
  | Some bytes ->
    (* What runs out of memory or meets a number that is too long is not decided. *)
    match Verified.check (List.init (String.length bytes) (String.get bytes)) with
    | Some Verified.Valid -> (0, "VALID " ^ path ^ ": the claim holds")
    | Some Verified.Refuted -> (4, "REFUTED " ^ path ^ ": the claim is false, as the certificate says")
    | Some Verified.Invalid -> (1, "INVALID " ^ path ^ ": the certificate says the contrary of what is true")
    | None -> (3, "UNSUPPORTED " ^ path ^ ": the verified program does not decide this certificate")
    | exception (Stack_overflow | Out_of_memory | Z.Overflow | Invalid_argument _ | Failure _) ->
      (3, "UNSUPPORTED " ^ path ^ ": the verified program needs too much for this certificate")

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline ("dpcert-verified: no certificate is given\n\n" ^ usage); exit 2
  | ["--help"] | ["-h"] -> print_endline usage
  | paths ->
    let codes = List.map (fun path -> let code, line = decide path in print_endline line; code) paths in
    exit (Option.value ~default:0 (List.find_opt (fun code -> List.mem code codes) [2; 1; 3; 4]))
