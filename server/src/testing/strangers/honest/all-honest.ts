import type { Scene } from "../open-scenes.ts";
import { seededRandom } from "../seeded-random.ts";
import { type HonestMail, writeHonest } from "./honest-mail.ts";
import { honestPeople } from "./honest-people.ts";
import { honestPrograms } from "./honest-programs.ts";

/** Every style in which people answer. */
export const allStyles = [...honestPrograms, ...honestPeople];

/** Writes this many replies in each style, each on another scene's ticket; the same seed gives the same replies. */
export function writeAll(scenes: readonly Scene[], each: number, seed: number): HonestMail[] {
  const random = seededRandom(seed);
  const mails: HonestMail[] = [];
  for (const style of allStyles) {
    for (let time = 0; time < each; time += 1) {
      const scene = scenes[mails.length % scenes.length];
      if (!scene) throw new RangeError("There are no scenes");
      mails.push(writeHonest(style, scene, random));
    }
  }
  return mails;
}
