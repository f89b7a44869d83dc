import { type OrderActionKind, orderActionLabels } from "@deskhand/contract/actions/action-kinds";
import type { OrderLook, OrderPlan } from "@deskhand/contract/actions/action-parts";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { isSendKey } from "../../entities/ticket/ticket-shortcuts.ts";

import { FailureBanner } from "../../screens/failure-banner.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";
import { useLeaving } from "../../screens/use-leaving.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionProgress } from "./action-progress.tsx";
import { aboveText, buttonText, differenceText, outcomeText } from "./action-words.ts";
import { AddressForm } from "./forms/address-form.tsx";
import { AnnotateForm } from "./forms/annotate-form.tsx";
import { CancelForm } from "./forms/cancel-form.tsx";
import { DraftForm } from "./forms/draft-form.tsx";
import { EditForm } from "./forms/edit-form.tsx";
import { NoticeForm } from "./forms/notice-form.tsx";
import { RefundForm } from "./forms/refund-form.tsx";
import { WhyField } from "./forms/why-field.tsx";
import { beginPlan } from "./plans.ts";
import { type Acting, useActing } from "./use-acting.ts";
import { useOrderLook } from "./use-order-look.ts";

interface ActionDialogProps {
  kind: OrderActionKind;
  orderId: string;
  orderName: string;
  /** The ticket from which it is done; null for none. */
  ticketId: string | null;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** One thing that is done to an order at Shopify (docs/product.md#acting-on-orders): what, what it comes to, and what came of it. */
export function ActionDialog({ kind, orderId, orderName, ticketId, ...closing }: ActionDialogProps) {
  const { data: look, error, refetch, isFetching } = useOrderLook(orderId, true);
  const title = (
    <>
      {orderActionLabels[kind]} · <bdi className="tabular">{orderName}</bdi>
    </>
  );
  const refused = look?.offers.find((offer) => offer.kind === kind && offer.state === "no");
  if (look === undefined || refused !== undefined) {
    return (
      <Dialog {...closing} title={title} footer={<Button onClick={closing.onClose}>Close</Button>}>
        {refused !== undefined ? (
          <Banner kind="info" title="This cannot be done now">
            {refused.because}
          </Banner>
        ) : error === null ? (
          <LookSkeleton />
        ) : (
          <FailureBanner
            error={error}
            title="The order could not be read at Shopify"
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
      </Dialog>
    );
  }
  return (
    <LeaveGuard
      stays={(search) =>
        ("ticket" in search && search.ticket === ticketId) || ("orderId" in search && search.orderId === orderId)
      }
    >
      <OpenAction
        kind={kind}
        title={title}
        look={look}
        ticketId={ticketId}
        onMoved={() => void refetch()}
        {...closing}
      />
    </LeaveGuard>
  );
}

function LookSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-soft">
        Reading the order at Shopify...
      </p>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-8.5" />
    </div>
  );
}

interface OpenActionProps {
  kind: OrderActionKind;
  title: ReactNode;
  look: OrderLook;
  ticketId: string | null;
  onMoved: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

function OpenAction({ kind, title, look, ticketId, onMoved, onClose, returnFocusTo }: OpenActionProps) {
  const [begun] = useState(() => beginPlan(kind, look, ticketId));
  const [plan, setPlan] = useState(begun);
  const [why, setWhy] = useState("");
  const [checks, setChecks] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const acting = useActing({ ticketId, look, plan, onMoved });
  const { action, preview, above } = acting;
  const leaving = useLeaving("changes", action === undefined && (plan !== begun || why !== ""), onClose);

  function change(next: OrderPlan) {
    setPlan(next);
    acting.edited();
  }

  function send() {
    setChecks(checks + 1);
    if (above === null) acting.send(null);
    else if (why.trim() !== "") acting.send(why.trim());
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try moves the focus to what is missing.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [checks]);

  if (action !== undefined) return <ActionProgress {...{ title, action, onClose, returnFocusTo }} />;
  return (
    <>
      <Dialog
        title={title}
        onClose={leaving.close}
        returnFocusTo={returnFocusTo}
        footer={
          <>
            <Outcome acting={acting} />
            <Button onClick={leaving.close}>Close</Button>
            <Button
              ref={button}
              variant={kind === "cancel" && above === null ? "danger" : "primary"}
              busy={acting.isSending}
              busyText={above === null ? "Sending..." : "Asking..."}
              disabled={preview === undefined}
              className="max-w-full"
              onClick={send}
            >
              <span className="truncate">{buttonWords(acting, kind)}</span>
            </Button>
          </>
        }
      >
        <form
          ref={form}
          noValidate
          className="flex flex-col gap-4"
          // Enter in a field sends no money: it leads to the button, which names what happens.
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            button.current?.focus();
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            if (preview !== undefined) send();
          }}
        >
          {acting.changes !== null && (
            <Banner kind="warning" title="This order changed since you looked at it" onDismiss={acting.dismissChanges}>
              <ul>
                {acting.changes.map((difference) => (
                  <li key={difference.what}>{differenceText(difference)}</li>
                ))}
              </ul>
              What you entered is kept. Look whether it is still what you want.
            </Banner>
          )}
          <FailureBanner error={acting.failure} title="It was not done" onRetry={acting.retry} />
          <Fields
            {...{ look, plan, ticketId }}
            outcome={acting.lastPreview?.outcome}
            faultOf={(field) => (field === "reason" ? undefined : acting.faultOf(field))}
            onChange={change}
          />
          {above !== null && (
            <WhyField
              above={aboveText(above)}
              why={why}
              isMissing={checks > 0 && why.trim() === ""}
              onChange={(text) => setWhy(text)}
            />
          )}
          {/* Browsers send a form by Enter only if it has a button. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
      </Dialog>
      {leaving.question}
    </>
  );
}

function buttonWords({ above, lastPreview }: Acting, kind: OrderActionKind): string {
  if (above !== null) return "Ask for approval";
  return lastPreview === undefined ? orderActionLabels[kind] : buttonText(lastPreview.outcome);
}

/** Says before the button what will happen to money and stock, or what is to be entered first. */
function Outcome({ acting: { lastPreview, isAsking, lacking, failure } }: { acting: Acting }) {
  const asking = isAsking && failure === null ? "Asking Shopify what this comes to..." : "";
  return (
    <p role="status" aria-busy={isAsking} className="min-h-5 basis-full text-soft break-anywhere aria-busy:opacity-60">
      {lacking ?? (lastPreview === undefined ? asking : outcomeText(lastPreview.outcome))}
    </p>
  );
}

interface FieldsProps {
  look: OrderLook;
  plan: OrderPlan;
  outcome: NonNullable<Acting["lastPreview"]>["outcome"] | undefined;
  ticketId: string | null;
  faultOf: (field: string) => string | undefined;
  onChange: (plan: OrderPlan) => void;
}

function Fields({ look, plan, outcome, ticketId, faultOf, onChange }: FieldsProps) {
  const same = { look, faultOf, onChange };
  switch (plan.kind) {
    case "refund":
      return <RefundForm {...same} plan={plan} outcome={outcome?.kind === "refund" ? outcome : undefined} />;
    case "cancel":
      return <CancelForm {...same} plan={plan} outcome={outcome?.kind === "cancel" ? outcome : undefined} />;
    case "address":
      return (
        <AddressForm
          {...same}
          plan={plan}
          ticketId={ticketId}
          outcome={outcome?.kind === "address" ? outcome : undefined}
        />
      );
    case "edit":
      return <EditForm {...same} plan={plan} outcome={outcome?.kind === "edit" ? outcome : undefined} />;
    case "draft":
      return <DraftForm {...same} plan={plan} outcome={outcome?.kind === "draft" ? outcome : undefined} />;
    case "shipping_notice":
      return <NoticeForm {...same} plan={plan} outcome={undefined} />;
    case "annotate":
      return <AnnotateForm {...same} plan={plan} outcome={undefined} />;
  }
}
