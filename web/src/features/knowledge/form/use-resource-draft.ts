import { useMemo, useRef, useState } from "react";
import { draftKey, useDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import {
  type ResourceDraft,
  type ResourceFields,
  readResourceDraft,
  withPart,
  writeResourceDraft,
} from "./resource-fields.ts";

/**
 * The form of a resource, new or edited, kept in this browser until it is saved or discarded. `before`, which is the same
 * object while nothing else is edited, is what it begins with.
 */
export function useResourceDraft(resourceId: string, before: ResourceDraft) {
  const userId = useSession().user?.id ?? "";
  const [kept, setKept] = useDraft(draftKey(userId, "resource", resourceId));
  const draft = useMemo(() => readResourceDraft(kept, before), [kept, before]);
  const [wasKept, setWasKept] = useState(kept !== "");
  // Several changes may follow one another before the next is drawn.
  const latest = useRef(draft);
  latest.current = draft;

  function keep(next: ResourceDraft) {
    latest.current = next;
    setKept(writeResourceDraft(next, before));
  }

  return {
    draft,
    isUnsaved: kept !== "",
    /** Whether it was written at an earlier time, and not saved then. */
    isFound: wasKept && kept !== "",
    change: (part: Partial<ResourceFields>) =>
      keep({ ...latest.current, fields: withPart(latest.current.fields, part, before.fields) }),
    /** The key of a request that makes it: the same until the server has responded. */
    keepKey(key: string) {
      keep({ ...latest.current, key });
    },
    forget() {
      setWasKept(false);
      setKept("");
    },
  };
}
