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

/**
 * A question with an answer for each name of a list, which several domains give: what sends by a channel, what does an action of a rule.
 * A name is an entry of the contract, and its answer an entry of a manifest (docs/decisions/0134).
 */
export class QuestionOfEach<Name extends string, Answer> {
  readonly names: readonly Name[];
  readonly #what: string;
  readonly #answers = new Map<Name, Answer>();

  constructor(what: string, names: readonly Name[]) {
    this.#what = what;
    this.names = names;
  }

  /** Says what answers it for some names, for the `answers` of a manifest. */
  by(answers: { readonly [Each in Name]?: Answer }): Answered {
    return () => {
      for (const name of this.names) {
        const answer = answers[name];
        if (answer !== undefined) this.#answers.set(name, answer);
      }
    };
  }

  /** What answers it for a name; fails before the manifests were read. */
  of(name: Name): Answer {
    const answer = this.#answers.get(name);
    if (answer === undefined) throw new Error(`No domain answers ${this.#what}: ${name}`);
    return answer;
  }
}

/** What a domain answers. */
export type Answered = () => void;

/** Makes known who answers what; called once, before anything is served. */
export function setAnswers(all: readonly Answered[]): void {
  for (const give of all) give();
}
