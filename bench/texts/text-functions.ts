import { contract } from "@deskhand/contract";
import { findMentions } from "@deskhand/contract/desk/find-mentions";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { foundPlaces } from "@deskhand/contract/search/found-places";
import * as z from "zod";
import { findOrderMentions } from "../../contract/src/mentions/find-order-mentions.ts";
import { learnHabits } from "../../contract/src/mentions/habits.ts";
import { findNamedNumbers, passagesOf } from "../../contract/src/mentions/named-numbers.ts";
import { plainText } from "../../contract/src/mentions/plain-text.ts";
import {
  hostileMails,
  textFunctions as intakeFunctions,
  mailsAround,
  readAnyMail,
} from "../../server/src/domains/intake/index.ts";
import { protectedSpans } from "../../server/src/domains/polish/index.ts";
import { newestWords, previewText } from "../../server/src/domains/tickets/index.ts";
import { delimiters, shapes } from "../../server/src/testing/strangers/hostile-texts.ts";
import { writtenTexts } from "./written-texts.ts";

export type TextOf = (length: number) => string;

/** A function of a text, its hostile texts by name, and the shorter of the two lengths. */
export type TextFunction = {
  name: string;
  work: (text: string) => unknown;
  texts: Readonly<Record<string, TextOf>>;
  length: number;
};

const everyShape: Record<string, TextOf> = Object.fromEntries(
  Object.entries(shapes).flatMap(([shape, textOf]) =>
    delimiters.map((delimiter) => [
      `${shape} of ${JSON.stringify(delimiter)}`,
      (length: number) => textOf(delimiter, length),
    ]),
  ),
);
const habits = learnHabits([{ name: "#1042", orderNumber: "1042" }]);
const largeTeam = Array.from({ length: 500 }, (_, at) => ({ name: `Aaaa ${at}` }));

/** Functions that meet strangers' words and must take time linear in their length, by name. */
const ofTexts: Record<string, (text: string) => unknown> = {
  ...intakeFunctions,
  findNamedNumbers,
  findOrderMentions: (text) => findOrderMentions(passagesOf(plainText(text)), habits),
  foundPlaces: (text) => foundPlaces(text, "blue bag"),
  previewText,
  newestWords,
  findMentions: (text) => findMentions(text, largeTeam),
  protectedSpans: (text) => protectedSpans(text, ["Jane Doe", "Will"]),
  ...Object.fromEntries(
    Object.entries(mailsAround).map(([place, mailOf]) => [
      `readMail with ${place}`,
      (text: string) => readAnyMail(mailOf(text)),
    ]),
  ),
};

/** Each endpoint's input, with the same text in every part. */
const ofInputs: Record<string, (text: string) => unknown> = Object.fromEntries(
  endpointsOf(contract).flatMap(({ name, procedure }) => {
    const schema = procedure["~orpc"].inputSchema;
    if (!(schema instanceof z.ZodObject)) return [];
    const keys = Object.keys(schema.shape);
    const read = (text: string) => schema.safeParseAsync(Object.fromEntries(keys.map((key) => [key, text])));
    return [[`input of ${name}`, read] as const];
  }),
);

/** All measured functions. */
export const textFunctions: readonly TextFunction[] = [
  ...Object.entries({ ...ofTexts, ...ofInputs }).map(([name, work]) => ({
    name,
    work,
    texts: everyShape,
    length: 800,
  })),
  { name: "readMail", work: readAnyMail, texts: hostileMails, length: 40_000 },
  ...writtenTexts,
];
