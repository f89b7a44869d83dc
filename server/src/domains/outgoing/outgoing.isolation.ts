import { logoUploadUrl } from "@deskhand/contract/pages";
import { newId } from "../../platform/db/ids.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { claimAcknowledgement } from "./acknowledgements.queries.ts";

export const isolation: Isolation = async (app, { owner, secret }) => {
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    await tx
      .insertInto("email_settings")
      .values({ id: newId(), sender_name: `Store ${secret}` })
      .execute();
    await claimAcknowledgement(tx, {
      email: `${secret}@customer.test`,
      isProven: true,
      organisation: "people.example",
    });
  });
  // Its first bytes are enough to make it a picture; it is not saved.
  const logo = Buffer.concat([onePixelPng, Buffer.from(secret)]);
  await owner.send(logoUploadUrl, { method: "POST", body: logo });
  return {
    inputs: {
      "emailSettings.read": () => ({}),
      "emailSettings.save": () => ({ signatureHtml: "<p>Bye</p>", acknowledges: true }),
      "emailSettings.preview": () => ({ view: "automatic", draft: {} }),
      "emailSettings.reset": () => ({}),
      "sending.limits": () => ({}),
      "sending.domain": () => ({}),
      "sending.checkDomain": () => ({}),
    },
  };
};
