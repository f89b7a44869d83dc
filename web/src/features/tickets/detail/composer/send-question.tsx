import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";

interface SendQuestionProps {
  /** What the reply still has to be filled in, each once. */
  placeholders: readonly string[];
  onSendAnyway: () => void;
  onDismiss: () => void;
}

/** Asks before a customer gets a reply with something left to be filled in. */
export function SendQuestion({ placeholders, onSendAnyway, onDismiss }: SendQuestionProps) {
  const list = placeholders.map((name) => `{{${name}}}`).join(", ");
  return (
    <Banner
      kind="warning"
      title="The reply was not sent yet"
      onDismiss={onDismiss}
      action={
        <Button size="sm" onClick={onSendAnyway}>
          Send anyway
        </Button>
      }
    >
      The customer would read {list} as it stands. Fill it in, or send it so.
    </Banner>
  );
}
