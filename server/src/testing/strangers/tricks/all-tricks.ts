import type { Scene } from "../open-scenes.ts";
import { pointAt } from "../pointers.ts";
import { seededRandom } from "../seeded-random.ts";
import { alteredMarks } from "./altered-marks.ts";
import { forgedFrom } from "./forged-from.ts";
import { encodedFrom } from "./from-encoded.ts";
import { fromLookalikes } from "./from-lookalikes.ts";
import { fromSyntax } from "./from-syntax.ts";
import { guessedIds } from "./guessed-ids.ts";
import { injections } from "./injections.ts";
import { labelVariants } from "./label-variants.ts";
import { machineMails } from "./machine-mails.ts";
import { namedForOthers, namedInFields } from "./named-in-fields.ts";
import { namedInText } from "./named-in-text.ts";
import { type HostileMail, play, type Trick } from "./trick.ts";

/** Every class of hostile mail; no mail of any may join the ticket that it points at. */
export const allTricks: readonly Trick[] = [
  ...encodedFrom,
  ...fromSyntax,
  ...fromLookalikes,
  ...namedInFields,
  ...namedForOthers,
  ...namedInText,
  ...labelVariants,
  ...guessedIds,
  ...alteredMarks,
  ...forgedFrom,
  ...machineMails,
  ...injections,
];

/** Plays each trick this many times, each time against another scene; the same seed gives the same mails. */
export function playAll(tricks: readonly Trick[], scenes: readonly Scene[], each: number, seed: number): HostileMail[] {
  const random = seededRandom(seed);
  const mails: HostileMail[] = [];
  for (const trick of tricks) {
    for (let time = 0; time < each; time += 1) {
      const scene = scenes[mails.length % scenes.length];
      if (!scene) throw new RangeError("There are no scenes");
      const elsewhere = random.pick(scenes.filter(({ store }) => store !== scene.store));
      const email = `mallory.${random.hex(6)}@evil-${mails.length}.example`;
      const stage = {
        scene,
        elsewhere,
        random,
        stranger: { name: "Mallory Moor", email },
        pointer: pointAt(scene, random),
      };
      mails.push(play(trick, stage, random.hex(24)));
    }
  }
  return mails;
}
