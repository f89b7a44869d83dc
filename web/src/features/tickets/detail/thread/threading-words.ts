import type { ThreadingReason } from "@deskhand/contract/vocabulary";

/** Why a mail is on its ticket, in words. */
export const threadingWords: Record<ThreadingReason, string> = {
  new_conversation: "This mail began the ticket: it answered no earlier conversation.",
  reply_address: "On this ticket because the mail carries this ticket's signed reply address or Message-ID.",
  references: "On this ticket because the mail answers an earlier message of it.",
  subject_label: "On this ticket because the subject names it and the sender already takes part in it.",
};
