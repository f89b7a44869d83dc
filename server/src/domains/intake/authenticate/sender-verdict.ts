/** What is known of the address in a mail's From (docs/product.md#senders), with the reason as a sentence for the mail log. */
export type SenderVerdict = { check: "pass" | "fail" | "none"; reason: string };
