type MailKindAbout = {
  /** What the mail log calls it where it has no subject of its own. */
  title: string;
  /** Whether it may be sent again unchanged. The others contain something that expires, and have to be asked for again. */
  mayRepeat: boolean;
  /** Whether it counts against what a store may send. The others have limits of their own: what asks for them is limited. */
  isCounted: boolean;
  /** Set for a mail that a domain renders of what it stored (`productMails` of the server's `outgoing`). */
  isOfProduct?: true;
};

/** The mails that Deskhand sends: those of tickets, and those to its people. A new kind needs an entry here (docs/decisions/0134). */
export const mailKinds = {
  reply: { title: "Reply", mayRepeat: true, isCounted: true },
  acknowledgement: { title: "Automatic reply", mayRepeat: true, isCounted: true },
  confirmation: { title: "Confirmation of an e-mail address", mayRepeat: false, isCounted: false },
  existing_account: {
    title: "Somebody signed up with an address that has an account",
    mayRepeat: true,
    isCounted: false,
  },
  password_changed: { title: "The password was changed", mayRepeat: true, isCounted: false },
  password_reset: { title: "Link to choose a new password", mayRepeat: false, isCounted: false },
  invitation: { title: "Invitation to the team", mayRepeat: false, isCounted: true },
  invitation_known: { title: "Invitation to the team", mayRepeat: false, isCounted: true },
  change_email: { title: "Confirmation of another e-mail address", mayRepeat: false, isCounted: false },
  account_notice: { title: "News about an account", mayRepeat: true, isCounted: false },
  data_request: { title: "A customer asks for their data", mayRepeat: true, isCounted: false },
  forwarding_test: { title: "Test of the forwarding", mayRepeat: false, isCounted: true },
  address_check: { title: "Question whether a support address is yours", mayRepeat: false, isCounted: true },
  feedback: { title: "Feedback about Deskhand", mayRepeat: true, isCounted: false, isOfProduct: true },
  // Its figures are of one moment, and its reader may have left.
  weekly_mail: { title: "Weekly mail", mayRepeat: false, isCounted: false, isOfProduct: true },
} as const satisfies Record<string, MailKindAbout>;
export type OutgoingKind = keyof typeof mailKinds;
/** The kinds in the mail log: a person who invites must not learn whether the address has an account. */
export type LoggedKind = Exclude<OutgoingKind, "invitation_known">;

export const outgoingKinds = Object.keys(mailKinds) as [OutgoingKind];

/** The kinds that a domain renders of what it stored. */
export type ProductMailKind = {
  [Kind in OutgoingKind]: (typeof mailKinds)[Kind] extends { isOfProduct: true } ? Kind : never;
}[OutgoingKind];
export const productMailKinds = outgoingKinds.filter(
  (kind): kind is ProductMailKind => "isOfProduct" in mailKinds[kind],
);
