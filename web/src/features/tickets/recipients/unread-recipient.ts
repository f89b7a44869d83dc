/**
 * The field of recipients, of those that stand in the same form or composer as `beside`, whose text is nobody yet: whoever is meant by
 * it would not get the mail. It says so as soon as it has the focus.
 */
export function unreadRecipient(beside: Element | null): HTMLInputElement | undefined {
  const around = beside?.closest("[data-composer], form");
  const fields = around?.querySelectorAll<HTMLInputElement>("[data-recipients] input") ?? [];
  return [...fields].find(({ value }) => value.trim() !== "");
}

/** What is said of a text that is nobody's address. */
export const noAddress = (text: string): string => `“${text.trim()}” is no e-mail address`;
