/** How far an answer is: words of work done and planned, answers done and wanted, and the time since the beginning. */
export interface Progress {
  work: number;
  planned: number;
  done: number;
  of: number;
  seconds: number;
}

export interface Options {
  /** Ends the question: what it computes is dropped. */
  signal?: AbortSignal;
  /** Is called a few times a second. */
  progress?: (progress: Progress) => void;
}

/** What a request may have besides the mechanism and the query. */
export type QueryOptions = Options & Pick<Request, "id" | "digits" | "rel-gap" | "exact">;

export interface File {
  name: string;
  text: string;
}

/** What is asked has no answer. */
export class DpcertError extends Error {
  /** What the line protocol says of it, where it was asked. */
  answer?: ErrorAnswer | UnsupportedAnswer | Answer;
}

/** The answer to a request of the line protocol, an object or a text, whatever its status is. */
export function ask(request: Request | string, options?: Options): Promise<Answer>;

/** What a query says of a mechanism. Rejects with DpcertError if that is not supported, or an error. */
export function query(mechanism: Mechanism, asked: Query, options?: QueryOptions): Promise<Answered>;

/** The least delta at an eps, or at each of several. */
export function delta(mechanism: Mechanism, at: ExactNumber, options?: QueryOptions): Promise<NumberAnswer>;
export function delta(mechanism: Mechanism, at: ExactNumber[], options?: QueryOptions): Promise<PointsAnswer>;

/** The least eps at a delta, or at each of several. */
export function eps(mechanism: Mechanism, at: ExactNumber, options?: QueryOptions): Promise<NumberAnswer>;
export function eps(mechanism: Mechanism, at: ExactNumber[], options?: QueryOptions): Promise<PointsAnswer>;

/** The least type II error at a level, or at each of several. */
export function beta(mechanism: Mechanism, at: ExactNumber, options?: QueryOptions): Promise<NumberAnswer>;
export function beta(mechanism: Mechanism, at: ExactNumber[], options?: QueryOptions): Promise<PointsAnswer>;

/** A claim file, judged: what `dpcert check - --json` says. */
export function check(claims: string, options?: Options): Promise<Report>;

/** What `dpcert certify` says and writes: certificates and a report, of a claim file or of one of its claims. */
export function certify(claims: string, options?: Options & { claim?: string }): Promise<{ said: string; files: File[] }>;

/** What dpcert-checker says of certificates, and its exit code; with a claim file, whether they are about it word for word. */
export function verify(certificates: File[], options?: Options & { claim?: File }): Promise<{ said: string; code: number }>;
