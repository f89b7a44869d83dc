import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { useRunMacro } from "../../entities/ticket/run-macro.tsx";
import { ticketShortcuts } from "../../entities/ticket/ticket-shortcuts.ts";
import { forgetWantedAnswer, useWantedAnswer } from "../../entities/ticket/wanted.ts";
import { api } from "../../lib/api.ts";
import { type CallError, failureSentence, fieldFailures } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { dialogOf, goKey, isTyping, keyOf, type Shortcut, shortcuts } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/form/input.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { showToast } from "../../ui/overlay/show-toast.ts";
import { useChosenResponse } from "./use-canned-responses.ts";

const builtIn: readonly Shortcut[] = [...Object.values(shortcuts), ...Object.values(ticketShortcuts)];

/** What a key does everywhere in Deskhand; undefined where it is free for a macro. */
function builtInUse(key: string): string | undefined {
  if (key === goKey) return "Go to a section";
  return builtIn.find((shortcut) => shortcut.key === key && !shortcut.mod)?.does;
}

/** How long a key is known without asking the server again. */
const FRESH_MS = 60_000;

/**
 * Uses a response by one's own key for it, in the ticket with the focus outside of fields: one with a text goes into the reply, one of
 * actions alone runs at once. The keys are fetched when one is pressed that is free, so that opening a ticket asks for nothing. Likewise one that another
 * feature offers.
 */
export function MacroKeys({ draft }: { draft: ReplyDraft }) {
  const cache = useQueryClient();
  const place = useRef<HTMLSpanElement>(null);
  const { run } = useRunMacro(draft.ticket.id);
  const { choose, error } = useChosenResponse(draft, (content, title) => {
    if (content !== "") draft.replaceText(content, `Your text was replaced by “${title}”.`);
    draft.focus();
  });
  const use = (response: CannedResponse, orderNumber?: string) => {
    const { id, title, content, actions } = response;
    if (content === "") run({ macro: { id, actions }, title });
    else if (!draft.isSending) choose(response, orderNumber);
  };
  const latest = useRef(use);
  latest.current = use;

  const wanted = useWantedAnswer();
  useEffect(() => {
    if (wanted?.ticketId !== draft.ticket.id) return;
    forgetWantedAnswer();
    latest.current(wanted.response, wanted.orderNumber);
  }, [wanted, draft.ticket.id]);

  useEffect(() => {
    if (error !== null) showToast({ id: "macro-key", title: "It was not used", message: failureSentence(error) });
  }, [error]);

  useEffect(() => {
    async function find(key: string) {
      const options = api.cannedResponses.list.queryOptions({ staleTime: FRESH_MS, ...failsOffline });
      const { items } = await cache.fetchQuery(options);
      const response = items.find((one) => one.key === key);
      if (response !== undefined) latest.current(response);
    }
    function onKeyDown(event: KeyboardEvent) {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat;
      if (event.defaultPrevented || isOther || isTyping(event)) return;
      const key = keyOf(event).toLowerCase();
      if (!/^[a-z0-9]$/.test(key) || builtInUse(key) !== undefined) return;
      if (dialogOf(event) !== place.current?.closest("dialog")) return;
      find(key).catch(() => undefined);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [cache]);

  return <span ref={place} hidden />;
}

/** One's own key of a response, and its change. */
export function KeyChoice({ response: { id, title, key: current } }: { response: CannedResponse }) {
  return (
    <Popover
      label={`Key for ${title}`}
      align="start"
      className="w-72 p-3"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" aria-label={`Key for ${title}`}>
          {current === null ? "Key" : `Key: ${current.toUpperCase()}`}
        </Button>
      )}
    >
      {(close) => <KeyForm id={id} current={current} onClose={close} />}
    </Popover>
  );
}

function refusalOf(error: CallError): string {
  if (isDefinedError(error) && error.code === "macro_key_taken") return `“${error.data.title}” has this key already`;
  return fieldFailures(error).key?.join(". ") ?? failureSentence(error);
}

function KeyForm({ id, current, onClose }: { id: string; current: string | null; onClose: () => void }) {
  const cache = useQueryClient();
  const faultId = useId();
  const [key, setKey] = useState(current ?? "");
  const save = useMutation(
    api.cannedResponses.setKey.mutationOptions({
      ...failsOffline,
      onSuccess: onClose,
      onSettled: () => cache.invalidateQueries({ queryKey: api.cannedResponses.list.key() }),
    }),
  );
  const taken = builtInUse(key);
  const refused = save.error && refusalOf(save.error);
  const fault = taken === undefined ? refused : `${key.toUpperCase()} is already a key: ${taken}`;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== "" && taken === undefined && !save.isPending) save.mutate({ id, key });
      }}
    >
      <p className="text-soft text-sm">In a ticket, this key uses the response. It is yours alone.</p>
      <div className="flex gap-2">
        <Input
          data-autofocus
          aria-label="Key"
          autoComplete="off"
          className="w-14 text-center uppercase"
          value={key}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : faultId}
          onChange={(event) => {
            // The key that is pressed takes the place of the one that is there.
            setKey(event.target.value.trim().slice(-1).toLowerCase());
            save.reset();
          }}
        />
        <Button className="h-8.5" variant="primary" type="submit" busy={save.isPending} disabled={key === ""}>
          Save
        </Button>
        {current !== null && (
          <Button className="h-8.5" disabled={save.isPending} onClick={() => save.mutate({ id, key: null })}>
            Remove
          </Button>
        )}
      </div>
      {fault !== null && (
        <p id={faultId} role="alert" className="text-red text-xs">
          {fault}
        </p>
      )}
    </form>
  );
}
