import type { Resolver } from "node:dns/promises";
import { type NameServers, resolverOf } from "./name-servers.ts";

/** The types of records that can be asked for. */
const recordTypes = ["A", "AAAA", "CNAME", "MX", "PTR", "TXT"] as const;

const tryMs = 1_500;
const tries = 2;
const rememberMs = 5 * 60_000;
const rememberAbsentMs = 60_000;
const mostRemembered = 10_000;
const mostRememberedCharacters = 8_000_000;
/** More than any key or policy has; what is larger is as good as not there. */
const mostCharacters = 16_384;

/** Records as JSON: whoever asks gets a copy of his own, and no more is kept than that. */
type Answer = { records: string; absent: NodeJS.ErrnoException | null; until: number };

/**
 * Asks name servers and remembers what they said: five minutes at most, and one minute that there is nothing. What no
 * server answered is not remembered.
 */
export class NameLookup {
  readonly #resolver: Resolver;
  readonly #remembered = new Map<string, Answer>();
  #characters = 0;
  readonly #asked = new Map<string, Promise<Answer>>();

  constructor(servers: Exclude<NameServers, "off">) {
    this.#resolver = resolverOf(servers, tryMs, tries);
  }

  /**
   * The records of a name as node:dns gives them: texts in pieces, mail exchangers as objects. Rejects as node:dns does,
   * ENOTFOUND and ENODATA where the answer is that there are none.
   */
  async resolve(name: string, type: string): Promise<string[]> {
    const key = `${type} ${name.toLowerCase()}`;
    const known = this.#remembered.get(key);
    const answer = known && known.until > Date.now() ? known : await this.#ask(key, name, type);
    if (answer.absent) throw Object.assign(new Error(answer.absent.message), { code: answer.absent.code });
    return JSON.parse(answer.records);
  }

  #ask(key: string, name: string, type: string): Promise<Answer> {
    const asked = this.#asked.get(key) ?? this.#answer(name, type).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asked);
    return asked.then((answer) => {
      if (this.#remembered.size >= mostRemembered || this.#characters >= mostRememberedCharacters) {
        this.#remembered.clear();
        this.#characters = 0;
      }
      this.#remembered.set(key, answer);
      this.#characters += key.length + answer.records.length;
      return answer;
    });
  }

  async #answer(name: string, type: string): Promise<Answer> {
    if (!recordTypes.some((known) => known === type)) throw fault("EBADQUERY", `Nobody asks for ${type}`);
    try {
      const records = JSON.stringify(await this.#resolver.resolve(name, type));
      if (records.length > mostCharacters) throw fault("ENODATA", `The records of ${name} are too long`);
      return { records, absent: null, until: Date.now() + rememberMs };
    } catch (error) {
      if (!isAbsence(error)) throw error;
      return { records: "[]", absent: error, until: Date.now() + rememberAbsentMs };
    }
  }
}

/** Whether a failed question was answered after all: there is no such name, or it has no such record. */
export function isAbsence(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && ["ENOTFOUND", "ENODATA", "EBADNAME"].includes(String(error.code));
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
