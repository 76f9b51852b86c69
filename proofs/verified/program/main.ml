(* dpcert-verified [--claim FILE [--id ID]] CERTIFICATE...: reads each file, and prints what the extracted functions Verified.check
   and, with a claim file, Verified.check_stated say of its bytes. Exit codes: 0 all claims hold, 1 a certificate says the contrary
   of what is true, or is not about the claim of the file, 2 a file cannot be read, 3 a certificate is not decided here, 4 a claim
   is refuted. Of several the first of 2, 1, 3, 4 that occurs, as in dpcert-checker. *)

(* The bytes become a list of characters; the largest certificate of a large ledger has 0.3 MB. *)
let max_size = 4 * 1024 * 1024

let twin =
  "python3 -c 'import json, sys, tomllib; json.dump(tomllib.load(sys.stdin.buffer), sys.stdout, ensure_ascii=False)' \\
        < FILE.toml > FILE.json"

let usage = "usage: dpcert-verified [--claim FILE.json [--id ID]] [--] CERTIFICATE...

Decides the claim of each certificate by a program that is extracted from a proof in Coq, and prints a line about it.
The steps of a certificate are not followed: its ledger and its claim are all that is read.

With --claim, a certificate must also be about a claim of that file: the same rows with the same numbers, the same scope,
quantity and relation. The file is the JSON twin of a claim file, with the same fields:
    " ^ twin ^ "
With --id, the claim must be the one of this id.

Exit codes: 0 VALID: all claims hold
            1 INVALID: a certificate says the contrary of what is true, or is about another claim than that of the file
            2 BAD INPUT: a file cannot be read
            3 UNSUPPORTED: not decided by this program
            4 REFUTED: a claim is false, as its certificate says
With several certificates, the first of 2, 1, 3, 4 that occurs."

let fail problem = prerr_endline ("dpcert-verified: " ^ problem); exit 2

let read path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () ->
    let size = in_channel_length file in
    if size > max_size then None else Some (really_input_string file size))

let characters text = List.init (String.length text) (String.get text)
(* An id in a line of the output: with escapes, so that it cannot look like another line. *)
let shown id = Printf.sprintf "%S" (String.of_seq (List.to_seq id))

let unlike = function
  | Verified.OtherId id -> "the certificate is about the claim " ^ shown id ^ ", which is not the one that was asked for"
  | Verified.NotOneClaim id -> "the claim file does not have one claim " ^ shown id
  | Verified.OtherScope -> "the scope is not that of the claim file"
  | Verified.OtherLedger -> "the ledger is not that of the claim file"
  | Verified.OtherClaim -> "the claim is not that of the claim file"

(* What a certificate is worth: the code, the word and the reason. *)
let answer where = function
  | Verified.Valid -> (0, "VALID", "the claim" ^ where ^ " holds")
  | Verified.Refuted -> (4, "REFUTED", "the claim" ^ where ^ " is false, as the certificate says")
  | Verified.Invalid -> (1, "INVALID", "the certificate says the contrary of what is true")
let unsupported reason = (3, "UNSUPPORTED", "the verified program " ^ reason)
let undecided = unsupported "does not decide this certificate"

let judge claims id bytes =
  match claims with
  | None ->
    (match Verified.check bytes with
     | Some found -> answer "" found
     | None -> undecided)
  | Some claims ->
    (match Verified.check_stated id claims bytes with
     | Verified.Stated found -> answer " of the claim file" found
     | Verified.Unlike difference -> (1, "INVALID", unlike difference)
     | Verified.FileUnread -> unsupported "does not read the claim file, or a field of it"
     | Verified.ClaimUnread -> unsupported "does not read this claim in the claim file, or a row that it is over"
     | Verified.Undecided -> undecided)

(* Some reasons of the system begin with the name of the file. *)
let without path reason =
  let prefix = path ^ ": " in
  if String.starts_with ~prefix reason
  then String.sub reason (String.length prefix) (String.length reason - String.length prefix) else reason

let decide claims id path =
  let code, word, reason =
    match read path with
    | exception Sys_error reason -> (2, "BAD INPUT", without path reason)
    | exception End_of_file -> (2, "BAD INPUT", "the file ends early")
    | None -> (3, "UNSUPPORTED", "the file has more than 4 MiB")
    | Some bytes ->
      (* What runs out of memory or meets a number that is too long is not decided. *)
      (try judge claims id (characters bytes)
       with Stack_overflow | Out_of_memory | Z.Overflow | Invalid_argument _ | Failure _ ->
         unsupported "needs too much for this certificate") in
  print_endline (word ^ " " ^ path ^ ": " ^ reason);
  code

let claim_file path =
  if Filename.check_suffix path ".toml" then
    fail (path ^ " is TOML, and the verified program reads JSON: write the JSON twin with the same fields, by\n    " ^ twin);
  match read path with
  | exception Sys_error reason -> fail (path ^ ": " ^ without path reason)
  | exception End_of_file -> fail (path ^ ": the file ends early")
  | None -> fail (path ^ ": the claim file has more than 4 MiB")
  | Some bytes -> characters bytes

type arguments = { claim : string option; id : string option; paths : string list }

let once option before value =
  if before <> None then fail (option ^ " is given twice");
  Some value

let rec arguments given read =
  match given with
  | [] -> read
  | "--" :: paths -> { read with paths = List.rev_append paths read.paths }
  | ("--help" | "-h") :: _ -> print_endline usage; exit 0
  | ("--claim" | "--claims") :: path :: rest -> arguments rest { read with claim = once "--claim" read.claim path }
  | "--id" :: id :: rest -> arguments rest { read with id = once "--id" read.id id }
  | ("--claim" | "--claims" | "--id" as option) :: [] -> fail (option ^ " needs a value\n\n" ^ usage)
  | path :: _ when String.length path > 0 && path.[0] = '-' -> fail ("there is no option " ^ path ^ "\n\n" ^ usage)
  | path :: rest -> arguments rest { read with paths = path :: read.paths }

let () =
  let { claim; id; paths } = arguments (List.tl (Array.to_list Sys.argv)) { claim = None; id = None; paths = [] } in
  if paths = [] then fail ("no certificate is given\n\n" ^ usage);
  if id <> None && claim = None then fail ("--id needs --claim\n\n" ^ usage);
  let claims = Option.map claim_file claim and id = Option.map characters id in
  let codes = List.map (decide claims id) (List.rev paths) in
  exit (Option.value ~default:0 (List.find_opt (fun code -> List.mem code codes) [2; 1; 3; 4]))
