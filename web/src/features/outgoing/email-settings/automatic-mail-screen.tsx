import { Card } from "../../../ui/card.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { AutomaticMailFields } from "./automatic-mail-fields.tsx";
import { EmailSettingsForm } from "./email-settings-form.tsx";
import { useEmailSettings } from "./use-email-settings.ts";

/** Whether new tickets are acknowledged, in which words, and the mail that does it. */
export function AutomaticMailScreen() {
  const form = useEmailSettings();
  return (
    <>
      <PartHeader title="Automatic Mail" subtitle="What whoever writes to you by mail is told at once" />
      <EmailSettingsForm label="Automatic Mail" form={form}>
        {(fields) => (
          <Card className="flex flex-col gap-3">
            <AutomaticMailFields {...fields} />
          </Card>
        )}
      </EmailSettingsForm>
    </>
  );
}
