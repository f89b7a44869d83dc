import type { SeededRandom } from "./seeded-random.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Makes a Message-ID, without brackets, that nobody can guess, as mail programs do. */
export function randomId(random: SeededRandom): string {
  const word = (length: number) => Array.from({ length }, () => random.pick([...letters])).join("");
  const { hex } = random;
  return random.pick([
    () => `CA${word(4)}=${word(20)}-${word(12)}@mail.gmail.com`,
    () => `AM0PR04MB${word(4).toUpperCase()}${hex(20).toUpperCase()}@AM0PR04MB${hex(4)}.eurprd04.prod.outlook.com`,
    () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}@icloud.com`.toUpperCase(),
    () => `${hex(8)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}@thunderbird.example`,
    () => `${hex(32)}@posteo.example`,
  ])();
}
