import { compile } from "html-to-text";
import type { ReplyEmail } from "./reply-email.ts";

const greeting =
  /^(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|ch[eè]re?|hola|buen[oa]s|estimad[oa]|ciao|buongiorno|gentile|ol[aá]|bom dia|boa tarde|hej|hei|beste|geachte)(?=[\s,!.:]|$)/i;

/** Whether a reply already greets its reader in its first words, so that the mail need not greet twice. */
export function opensWithGreeting(content: string): boolean {
  return greeting.test(content.trimStart());
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The line above a quoted message, in the form by which mail programs know a quote. */
export function quoteHeading(authorName: string, date: Date): string {
  // Newer ICU puts a narrow no-break space before AM and PM, which old mail programs show as a box.
  return `On ${dateFormat.format(date).replaceAll("\u202f", " ")} UTC, ${authorName} wrote:`;
}

const signatureText = compile({
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...["td", "th"].map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

/**
 * The text part of a reply: what the agent wrote, then everything else below the signature mark, so that a mail program
 * leaves it out when the customer answers (RFC 3676, section 4.3).
 */
export function replyText(reply: ReplyEmail): string {
  const { branding, quoted } = reply;
  const signature = signatureText(branding.signatureHtml).trim();
  const blocks = [
    opensWithGreeting(reply.content) ? undefined : `Hello ${reply.customerName},`,
    unixLines(reply.content).trim(),
    reply.authorName,
    reply.attachmentsNote,
    ["-- ", signature, `${reply.ticketLabel} · This is an automated response from ${branding.senderName}`]
      .filter(Boolean)
      .join("\n"),
    quoted && `${quoteHeading(quoted.authorName, quoted.date)}\n${quote(quoted.text)}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function quote(text: string): string {
  // A line that is quoted already only gets one more mark, without a space between (RFC 3676, section 4.5).
  return unixLines(text)
    .trim()
    .split("\n")
    .map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()))
    .join("\n");
}

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
