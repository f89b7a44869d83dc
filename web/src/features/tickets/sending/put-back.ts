import { draftKey, readDraft, replaceDraft, writeDraft } from "../../../lib/drafts.ts";
import { keepResources, readKeptResources } from "../detail/composer/reply-resources.ts";
import { NOTHING_SEEN } from "../detail/composer/use-composed.ts";
import { putBackFiles } from "../files/use-reply-files.ts";
import { keepRecipients } from "../recipients/kept-recipients.ts";
import type { HeldReply } from "./held-reply.ts";

/** Makes a draft of a held reply again, before what was written on its ticket since; one that the server may have keeps its key. */
export function putBack(reply: HeldReply): void {
  const { userId, ticketId, text, files, recipients } = reply;
  const at = (part: string) => draftKey(userId, part, ticketId);
  const since = readDraft(at("reply"));
  const isAlone = since.trim() === "";
  if (reply.isTried) writeDraft(at("reply-key"), reply.key);
  else if (isAlone) writeDraft(at("reply-key"), "");
  writeDraft(at("reply-seen"), reply.seen ?? NOTHING_SEEN);
  const kept = readKeptResources(readDraft(at("reply-resources")));
  const others = kept.filter(({ id }) => !reply.resources.some((resource) => resource.id === id));
  replaceDraft(at("reply-resources"), keepResources([...reply.resources, ...others]));
  // What it says is for them, whatever was chosen for what was written since.
  if (recipients !== null) replaceDraft(at("reply-recipients"), keepRecipients(recipients));
  writeDraft(at("reply-told"), `${readDraft(at("reply-told"))}\n${reply.told}`);
  putBackFiles(userId, ticketId, files);
  replaceDraft(at("reply"), isAlone ? text : `${text.trimEnd()}\n\n${since}`);
}
