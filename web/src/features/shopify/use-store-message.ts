import { orderActionLabels } from "@deskhand/contract/actions/action-kinds";
import type { OrderGrant } from "@deskhand/contract/actions/order-grant";
import { limits } from "@deskhand/contract/limits";
import { isDefinedError, safe } from "@orpc/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { type CallError, failureSentence, isSignedOut } from "../../lib/failure.ts";

/** The outcome of an action on the connection: a success disappears by itself, a failure stays until dismissed. */
export interface StoreMessage {
  kind: "success" | "warning" | "error";
  text: string;
}

/** The latest message about the connection, and its setter; null clears it. */
export function useStoreMessage(): [StoreMessage | null, (message: StoreMessage | null) => void] {
  const [message, setMessage] = useState<StoreMessage | null>(null);
  useEffect(() => {
    if (message?.kind !== "success") return;
    const timer = setTimeout(() => setMessage(null), limits.storeMessageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}

/** Returns the sentence for a failed action on the connection. */
export function storeFailure(error: CallError): string {
  return isSignedOut(error) ? "Valid session required" : failureSentence(error);
}

/** The URL parameters with which Shopify's page returns. */
export interface OAuthReturn {
  shop: string | null;
  /** Whether only the grant to change orders was asked for. */
  isGrant: boolean;
  error: string | null;
}

const longestError = 300;

/**
 * Reports the outcome of a return from Shopify's page once. The URL could be forged, so the server is asked whether a
 * store is connected.
 */
export function useOAuthReturn(
  { shop, isGrant, error }: OAuthReturn,
  say: (message: StoreMessage) => void,
  onRead: () => void,
) {
  const cache = useQueryClient();
  const hasRead = useRef(false);

  async function readGrant(shopDomain: string): Promise<StoreMessage> {
    const { data: grant, error: failed } = await safe(api.orderGrant.status.call({}));
    void cache.invalidateQueries({ queryKey: api.orderGrant.key() });
    return failed === null && grant !== undefined
      ? grantMessage(shopDomain, grant)
      : { kind: "error", text: storeFailure(failed) };
  }

  async function confirm(shopDomain: string): Promise<StoreMessage> {
    const { error: refused } = await safe(api.shopify.associate.call({ shopDomain }));
    void cache.invalidateQueries({ queryKey: api.shopify.key() });
    if (isDefinedError(refused) && (refused.code === "store_not_connected" || refused.code === "input_invalid"))
      return { kind: "error", text: "OAuth connection failed: This Shopify store is not connected" };
    const minor = refused === null ? "" : " (Minor setup issue - please refresh if needed)";
    return { kind: "success", text: `Shopify store ${shopDomain} connected successfully!${minor}` };
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is read once.
  useEffect(() => {
    if (hasRead.current || (shop === null && error === null)) return;
    hasRead.current = true;
    onRead();
    if (error !== null) say({ kind: "error", text: `OAuth connection failed: ${readable(error)}` });
    else if (shop !== null) void (isGrant ? readGrant(shop) : confirm(shop)).then(say);
  }, [shop, error]);
}

/** What Shopify lets Deskhand do to orders now, and what of it is missing. */
function grantMessage(shopDomain: string, { kinds, scopes }: OrderGrant): StoreMessage {
  const missing = scopes.flatMap(({ scope, isGranted }) => (isGranted ? [] : [scope]));
  const rest = missing.length === 0 ? "" : ` Not allowed: ${missing.join(", ")}.`;
  if (kinds.length === 0) return { kind: "warning", text: `Shopify did not allow changes to orders.${rest}` };
  const allowed = kinds.map((kind) => orderActionLabels[kind]).join(", ");
  return { kind: "success", text: `Orders of ${shopDomain} can be changed from Deskhand now: ${allowed}.${rest}` };
}

/** Without invisible characters, and cut to a sentence or two. */
function readable(words: string): string {
  return words
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .slice(0, longestError)
    .toWellFormed();
}
