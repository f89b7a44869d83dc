import type { StoreStatus } from "@deskhand/contract/shopify";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { failureText, isPassing } from "../../lib/failure.ts";
import { useForm } from "../../screens/use-form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";
import { TestResult } from "./connection-status.tsx";
import { Panel } from "./panel.tsx";
import { type StoreMessage, storeFailure } from "./use-store-message.ts";

interface ManualSetupProps {
  status: StoreStatus;
  onMessage: (message: StoreMessage | null) => void;
  onSaved: () => void;
}

const blank = { shopDomain: "", accessToken: "" };

/** Connects with an access token created in the store. The token is held only in the form's state. */
export function ManualSetup({ status, onMessage, onSaved }: ManualSetupProps) {
  const cache = useQueryClient();
  const panelId = useId();
  const [isShown, setShown] = useState(!status.canConnectByOauth && status.state === "none");
  const [fields, setFields] = useState(blank);
  const isFilled = fields.shopDomain.trim() !== "" && fields.accessToken.trim() !== "";
  const test = useMutation(api.shopify.test.mutationOptions());
  const save = useMutation(
    api.shopify.save.mutationOptions({
      onSuccess(saved) {
        cache.setQueryData(api.shopify.status.queryKey(), saved);
        void cache.invalidateQueries({ queryKey: api.shopify.key() });
        setFields(blank);
        test.reset();
        onSaved();
        onMessage({ kind: "success", text: `Shopify settings saved successfully! ${saved.shopDomain} is connected.` });
      },
    }),
  );
  const lastRequest = test.error !== null ? test : save;
  const form = useForm<keyof typeof blank>({
    save: { ...lastRequest, isPending: test.isPending || save.isPending, reset },
    send: () => save.mutate(fields),
  });

  function reset() {
    test.reset();
    save.reset();
  }

  function edit(part: Partial<typeof blank>) {
    setFields({ ...fields, ...part });
    reset();
  }

  const isBusy = test.isPending || save.isPending;
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={isShown ? panelId : undefined}
        onClick={() => setShown(!isShown)}
        className="self-start rounded-tag text-accent underline-offset-3 hover:underline"
      >
        {isShown ? "Hide Manual Setup" : "Need manual setup instead?"}
      </button>
      {isShown && (
        <div id={panelId}>
          <Panel title="Manual Setup" badges={<Badge tone="amber">Advanced</Badge>}>
            <form {...form.props} aria-label="Manual Setup" className="flex flex-col gap-3">
              <p className="text-soft text-sm">
                For custom apps that were made in the Shopify admin: since January 1, 2026 Shopify makes no new ones of
                that kind, the existing ones and their tokens work on. New apps are made in Shopify's Dev Dashboard and
                have no such token: one that they get by client credentials ends after 24 hours, and nothing here renews
                it. Use their client ID and secret for Quick Setup instead. Shopify sends no webhooks for a pasted
                token. Instead, Deskhand asks for new and changed orders every 5 minutes, with their customers.
                Customers who never ordered do not come over, edits of a customer come with their next order, and what
                is deleted in Shopify stays here.
              </p>
              <InputField
                label="Shopify Domain"
                error={form.faults.shopDomain}
                value={fields.shopDomain}
                placeholder="your-store.myshopify.com"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                readOnly={isBusy}
                onChange={(event) => edit({ shopDomain: event.target.value })}
              />
              <Field
                label="Admin API Access Token"
                hint="Begins with shpat_, and ends only when somebody deletes it. It needs the scopes read_orders and read_customers."
                error={form.faults.accessToken}
              >
                {(control) => (
                  <PasswordInput
                    {...control}
                    value={fields.accessToken}
                    autoComplete="off"
                    spellCheck={false}
                    readOnly={isBusy}
                    onChange={(event) => edit({ accessToken: event.target.value })}
                  />
                )}
              </Field>
              {save.error !== null && form.failure !== null && <Banner kind="error">{saveFailure(save.error)}</Banner>}
              <TestResult
                result={test.data}
                error={test.error === null || form.failure === null ? null : storeFailure(test.error)}
              />
              <div className="flex flex-wrap gap-2">
                <Button
                  disabled={!isFilled || save.isPending}
                  busy={test.isPending}
                  busyText="Testing..."
                  onClick={() => {
                    reset();
                    test.mutate(fields);
                  }}
                >
                  Test Connection
                </Button>
                <Button
                  type="submit"
                  variant="primary"
                  disabled={!isFilled || test.isPending}
                  busy={save.isPending}
                  busyText="Saving..."
                >
                  Save Settings
                </Button>
              </div>
            </form>
          </Panel>
        </div>
      )}
    </>
  );
}

function saveFailure(error: Parameters<typeof storeFailure>[0]): string {
  return isPassing(error) ? `Failed to save Shopify settings: ${failureText(error)}` : storeFailure(error);
}
