import { countedId } from "../counted-ids.ts";
import type { Stage, Trick } from "./trick.ts";

function naming(name: string, fields: (id: string, stage: Stage) => string[]): Trick {
  return {
    name: `a counted Message-ID ${name}`,
    make: (stage) => ({
      pointer: { subject: "Re: Where is my order?", fields: fields(stage.scene.countedId, stage) },
    }),
  };
}

const around = (id: string) => {
  const number = /\d+(?=@)/.exec(id)?.[0];
  if (!number) return [id];
  return Array.from({ length: 90 }, (_, at) =>
    id.replace(/\d+(?=@)/, String(Number(number) + at - 45).padStart(number.length, "0")),
  );
};
const list = (ids: readonly string[]) => ids.map((id) => `<${id}>`).join("\r\n ");

/** Message-IDs that a stranger counts or guesses, sent from addresses that take no part. */
export const guessedIds: Trick[] = [
  naming("in In-Reply-To", (id) => [`In-Reply-To: <${id}>`]),
  naming("in References", (id) => [`References: <${id}>`]),
  naming("in both", (id) => [`In-Reply-To: <${id}>`, `References: <${id}>`]),
  naming("without brackets", (id) => [`In-Reply-To: ${id}`]),
  naming("in upper case", (id) => [`References: <${id.toUpperCase()}>`]),
  naming("among ninety guesses", (id) => [`References: ${list(around(id))}`]),
  naming("among a hundred others", (id) => [
    `References: ${list(Array.from({ length: 100 }, (_, at) => countedId(at)))}\r\n <${id}>`,
  ]),
  naming("as an encoded word", (id) => [`References: =?utf-8?b?${Buffer.from(`<${id}>`).toString("base64")}?=`]),
  naming("with words around it", (id) => [`In-Reply-To: Your message of Monday <${id}> (by Kate)`]),
  naming("in several fields", (id) => ["In-Reply-To: <1@a.example>", `In-Reply-To: <${id}>`, `References: <${id}>`]),
  naming("as its own", (id) => [`Message-ID: <${id}>`]),
  naming("in Thread-Index and Resent-Message-ID", (id) => [`Thread-Index: ${id}`, `Resent-Message-ID: <${id}>`]),
  naming("and the customer as the only Reply-To", (id, { scene }) => [
    `References: <${id}>`,
    `Reply-To: ${scene.victim.email}`,
  ]),
  naming("and the label", (id, { scene }) => [`References: <${id}>`, `X-Label: [${scene.label}]`]),
  {
    name: "a counted Message-ID by another customer",
    make: ({ scene: { neighbour, countedId: id } }) => ({
      from: [`${neighbour.name} <${neighbour.email}>`],
      pointer: { subject: "Re: Where is my order?", fields: [`In-Reply-To: <${id}>`] },
      mayShow: [neighbour.email],
    }),
  },
  {
    name: "the secret Message-ID, cut",
    make: ({ scene: { secretId } }) => ({
      pointer: { subject: "Re: Where is my order?", fields: [`References: <${secretId.replace(/.{3}@/, "@")}>`] },
    }),
  },
  {
    name: "the secret Message-ID of another store's ticket",
    make: ({ elsewhere }) => ({ pointer: { subject: "Re: Order", fields: [`References: <${elsewhere.secretId}>`] } }),
  },
];
// The customer may stand in Reply-To, and then gets the answers of a separate conversation.
for (const trick of guessedIds) {
  if (!trick.name.includes("Reply-To")) continue;
  const { make } = trick;
  trick.make = (stage) => ({ ...make(stage), mayShow: [stage.scene.victim.email] });
}
