const labelInBrackets = /\s*\[ticket:\s*\d{1,10}\]/giu;

/** A subject without the labels of tickets, `[Ticket: 0001]`, wherever they stand in it. */
export function withoutTicketLabel(subject: string): string {
  return subject.replace(labelInBrackets, "");
}
