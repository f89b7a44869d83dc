/** A running server, and the session cookies of its tenants' admins. */
export type Target = { httpPort: number; smtpPort: number; cookies: string[] };

/** Requests against one server; `task` does one of them, for one of `concurrency` workers. */
type CaseSession = { task(worker: number): Promise<void>; close(): void | Promise<void> };

/** What one case is to reach at concurrency 8 with 100,000 tickets on two cores. */
export type Aim = { rps?: number; p95Ms?: number; p50Ms?: number };

export type Case = {
  name: string;
  aim: Aim;
  /** Whether there is something to compare it with: the same statements without the server. */
  hasBareSql: boolean;
  /** What else it is compared with, where that is no SQL: the least that somebody would have to do. */
  bareTask?(): Promise<void>;
  open(target: Target, concurrency: number): Promise<CaseSession>;
};
