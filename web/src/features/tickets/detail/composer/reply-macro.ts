import { ruleActions } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { DraftMacro } from "../../../../entities/ticket/reply-draft.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";

/** Keeps the macro that a reply was written with in this browser, beside its text, until the reply is sent. */
export function useReplyMacro(ticketId: string) {
  const userId = useSession().user?.id ?? "";
  const [stored, store, sync] = useDraft(draftKey(userId, "reply-macro", ticketId));
  return {
    value: readMacro(stored),
    set: (macro: DraftMacro | null) => store(keepMacro(macro)),
    clear: () => store(""),
    /** Adopts the stored macro, unless it was changed here. */
    sync,
  };
}

/** Serializes a macro for storage beside the draft; "" for none. */
export function keepMacro(macro: DraftMacro | null): string {
  return macro === null ? "" : JSON.stringify(macro);
}

/** Reads what `keepMacro` stored and ignores anything else. */
function readMacro(kept: string): DraftMacro | null {
  try {
    const found: unknown = JSON.parse(kept || "null");
    if (typeof found !== "object" || found === null || !("id" in found) || !("actions" in found)) return null;
    const { id, actions } = found;
    const title = "title" in found && typeof found.title === "string" ? found.title : "Macro";
    if (typeof id !== "string" || !Array.isArray(actions)) return null;
    return { id, title, actions: actions.filter(isAction) };
  } catch {
    // Foreign or truncated data: a reply can be written without it.
    return null;
  }
}

function isAction(value: unknown): value is RuleActionSet {
  if (typeof value !== "object" || value === null || !("action" in value) || !("values" in value)) return false;
  const { action, values } = value;
  return (
    typeof action === "string" &&
    Object.hasOwn(ruleActions, action) &&
    Array.isArray(values) &&
    values.every((each) => typeof each === "string")
  );
}
