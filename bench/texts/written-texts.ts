import { cleanSubject } from "@deskhand/contract/desk/subjects";
import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { readSearch } from "@deskhand/contract/search/grammar";
import { toStoreDomain } from "@deskhand/contract/shopify";
import { defaultSignatureHtml, renderReplyEmail } from "@deskhand/email";
import { withoutGreeting } from "@deskhand/email/greetings";
import { html } from "@deskhand/email/html";
import { linkedText } from "@deskhand/email/linked-text";
import { linkParts } from "../../web/src/features/tickets/detail/thread/link-parts.ts";
import type { TextFunction, TextOf } from "./text-functions.ts";

const branding = {
  look: "branded" as const,
  senderName: "Acme Shop",
  primaryColor: "#123456",
  secondaryColor: "#654321",
  logoUrl: null,
  signatureHtml: defaultSignatureHtml,
};

/** Functions that meet typed subjects, searches, replies and addresses, each with the pieces that could slow it down. */
export const writtenTexts: readonly TextFunction[] = [
  readsMany("cleanSubject", cleanSubject, [
    "Re:",
    "回复：",
    "a\u0301",
    "[Ticket: ",
    "Re[1]",
    "[EXTERNAL] ",
    "VS: ",
    "*****",
  ]),
  readsMany("trimWritten", (text) => trimWritten(`${text}x\ny${text}`), [" ", "\n", "\r\n", " \n", "\t "]),
  readsMany("readSearch", readSearch, ['"', "from:", "“", " ", "before:2", "a"]),
  readsMany("toStoreDomain", toStoreDomain, ["a", "-", "https://"]),
  readsMany("withoutGreeting", withoutGreeting, [
    "hi ",
    "dear a. ",
    "您好",
    "お世話になって",
    "- ",
    "你",
    "hi-",
    "I hope you are ",
    "dear all ",
  ]),
  readsMany("linkedText", (text) => html`${linkedText(`https://a.example/${text}x`)}`.text, [")", ".", ").", ".a"]),
  readsMany("renderReplyEmail", (content) => renderReplyEmail({ branding, ticketLabel: "Ticket: 0001", content }), [
    "a",
    "www.",
    "a@",
    "a.",
    "(",
    "https://",
    ")",
    "\n",
    " ",
  ]),
  readsMany("linkParts", (text) => linkParts(`https://a.example/${text}`), [
    "http://a)",
    ")",
    "https://",
    "http://a( ",
    "http://a ",
    "http://(",
    ".",
    "http://a/)(",
    "*_]}",
  ]),
];

function readsMany(name: string, work: TextFunction["work"], pieces: readonly string[]): TextFunction {
  const texts = pieces.map((piece): [string, TextOf] => [
    `many of ${JSON.stringify(piece)}`,
    (length) => piece.repeat(Math.ceil(length / piece.length)),
  ]);
  return { name, work, texts: Object.fromEntries(texts), length: 20_000 };
}
