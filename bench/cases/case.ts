/** A running server, and the session cookies of its tenants' admins. */
export type Target = { httpPort: number; smtpPort: number; cookies: string[] };

/** Requests to one server; `task` makes one of them, for one of `concurrency` workers. */
type CaseSession = { task(worker: number): Promise<void>; close(): void | Promise<void> };

/** The goal of a case at concurrency 8 with 100,000 tickets on two cores. */
export type Aim = { rps?: number; p95Ms?: number; p50Ms?: number };

export type Case = {
  name: string;
  aim: Aim;
  /** Whether there is a baseline: the same statements without the server. */
  hasBareSql: boolean;
  /** A baseline other than SQL: the least that anybody would have to do. */
  bareTask?(): Promise<void>;
  open(target: Target, concurrency: number): Promise<CaseSession>;
};
