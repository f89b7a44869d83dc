/**
 * Calls those who take the jobs of one queue here. Each that is called asks the database: all of them for each job would ask
 * twenty times for nothing, so one is, whoever was called longest ago, and one more whenever one has found something.
 */
export class WorkerCalls {
  readonly #call: (worker: string) => void;
  /** Who has nothing in hand, in the order in which they are to be called. */
  readonly #idle: string[] = [];

  constructor(call: (worker: string) => void) {
    this.#call = call;
  }

  add(worker: string): void {
    this.#idle.push(worker);
  }

  /** There is a job: where all have one in hand, whoever is done first asks by themselves. */
  callOne(): void {
    const worker = this.#idle.shift();
    if (worker === undefined) return;
    this.#idle.push(worker);
    this.#call(worker);
  }

  /** There may be jobs that nobody was told of. */
  callAll(): void {
    for (const worker of this.#idle) this.#call(worker);
  }

  /** A worker has jobs in hand. It may have been called for another one that came while it asked: somebody else looks. */
  begin(worker: string): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.callOne();
  }

  /** A worker is done, and asks for more at once: left to itself it takes one batch in each interval, however many wait. */
  end(worker: string): void {
    this.#idle.push(worker);
    this.#call(worker);
  }
}
