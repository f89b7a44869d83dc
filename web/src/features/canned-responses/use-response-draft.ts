import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { draftKey, readFields, useDraft } from "../../lib/drafts.ts";
import { useSession } from "../../lib/session.ts";
import type { ResponseFields } from "./use-canned-responses.ts";

interface Kept extends ResponseFields {
  /** When the response that is edited was last changed before that; "" for a new one. */
  since: string;
}

const nothing: Kept = { title: "", content: "", category: "", tags: [], since: "" };

/** What is written of a response, kept in this browser until it is saved or given up; `since` is what it started from. */
export function useResponseDraft(response: CannedResponse | null) {
  const userId = useSession().user?.id ?? "";
  const [kept, keep] = useDraft(draftKey(userId, "canned-response", response?.id ?? "new"));
  const start: Kept = response === null ? nothing : { ...response, since: response.updatedAt };
  const fields = readFields(kept, start);
  return {
    fields,
    change: (part: Partial<Kept>) => {
      const { title, content, category, tags, since } = { ...fields, ...part };
      keep(JSON.stringify({ title, content, category, tags, since }));
    },
    forget: () => keep(""),
  };
}
