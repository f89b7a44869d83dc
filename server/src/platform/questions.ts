/**
 * Something that a domain asks of a later one, which it may not know (docs/decisions/0115): a call, or SQL for its own statement.
 * It lies with the domain that asks, and what answers it stands in the manifest of a later one.
 */
export class Question<Answer> {
  readonly #what: string;
  #answer: Answer | undefined;

  constructor(what: string) {
    this.#what = what;
  }

  /** Says what answers it, for the `answers` of a manifest. */
  by(answer: Answer): Answered {
    return () => {
      this.#answer = answer;
    };
  }

  /** What answers it; fails before the manifests were read. */
  get answer(): Answer {
    if (this.#answer === undefined) throw new Error(`No domain answers ${this.#what}`);
    return this.#answer;
  }
}

/** What a domain answers. */
export type Answered = () => void;

/** Makes known who answers what; called once, before anything is served. */
export function setAnswers(all: readonly Answered[]): void {
  for (const give of all) give();
}
