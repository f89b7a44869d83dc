import { type EmailSettings, emailDraftOf } from "@deskhand/contract/admin/email-setting-table";
import type { EmailView } from "@deskhand/contract/admin/email-settings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { asPreview, Preview } from "../../../screens/preview.tsx";

const views = [
  { id: "automatic", label: "Automatic mail" },
  { id: "reply", label: "Agent's reply" },
] as const;

/** A sample mail with the form's current settings, as it would be sent (docs/product.md#the-preview). */
export function EmailPreview({ settings }: { settings: EmailSettings }) {
  const [view, setView] = useState<EmailView>("automatic");
  // Otherwise a picture would be requested for every partly typed address.
  const logoUrl = useDebounced(settings.logoUrl, 400);
  const draft = emailDraftOf({ ...settings, logoUrl });
  const preview = useQuery(api.emailSettings.preview.queryOptions({ input: { view, draft }, ...asPreview }));
  return (
    <Preview title="Live Preview" label="Which mail" views={views} view={view} onView={setView} preview={preview} />
  );
}
