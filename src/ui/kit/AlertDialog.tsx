/** A message that must be acknowledged before going on, with a single button; for example, the session ended. */
import { AlertDialog as Radix } from 'radix-ui';
import { Button } from './Button.tsx';
import { StopReach } from './StopReach.tsx';

export interface AlertDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly actionLabel: string;
  readonly onAction: () => void;
}

export function AlertDialog({ open, title, text, actionLabel, onAction }: AlertDialogProps) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onAction();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="dialog">
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
          </div>
          <Radix.Description className="dialog-text">{text}</Radix.Description>
          <div className="dialog-foot">
            <Radix.Action asChild>
              <Button variant="primary" onClick={onAction}>
                {actionLabel}
              </Button>
            </Radix.Action>
          </div>
          <StopReach />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
