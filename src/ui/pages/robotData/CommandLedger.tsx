/** Command ledger: pending commands first, then all others, newest first. */
import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { selectPending, selectRows } from '../../../machines/robotData/commands.selectors.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Ledger, LedgerRow } from './LedgerRow.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { commandTexts, pendingTexts } from './ledgerTexts.ts';
import type { RobotPageProps } from './useRobotPage.ts';

const LONG = 'min-h-0 flex-1 overflow-auto border-t border-line';
const SHORT = 'overflow-hidden rounded-lg border border-(--card-line) bg-surface';

export interface CommandLedgerProps extends RobotPageProps {
  /** Maximum number of rows: a phone shows only the latest. */
  readonly most?: number | undefined;
}

export function CommandLedger({ most = Infinity, ...part }: CommandLedgerProps) {
  const t = useT();
  const { commands, live, stale, userId, time, name } = part;
  const pending = useSelector(commands, selectPending);
  const rows = useSelector(commands, selectRows);
  if (pending.length === 0 && rows.length === 0) {
    return most < Infinity ? null : (
      <StatePanel
        state="empty"
        art={part.loaded.detail.kind}
        title={t('robotData.commands.empty')}
        text={t('robotData.commands.emptyText', { name })}
      />
    );
  }
  const when = (at: number) => ({ time: time(at), dateTime: new Date(at).toISOString() });
  return (
    // Focusable because it scrolls: keyboard users must reach it.
    <div className={most < Infinity ? SHORT : LONG} role="group" aria-label={t('shared.commands')} tabIndex={0}>
      <Ledger label={t('robotData.commands.list')}>
        {pending.map((row) => {
          const texts = pendingTexts(row, t);
          return (
            <LedgerRow key={row.local} {...when(row.askedAt)} {...texts}>
              {row.failure && (
                <IconButton
                  size="s"
                  icon={X}
                  label={t('robotData.commands.dismiss', { command: texts.title })}
                  onClick={() => commands.send({ type: 'refusal.dismiss', local: row.local })}
                />
              )}
            </LedgerRow>
          );
        })}
        {rows.slice(0, Math.max(0, most - pending.length)).map((command) => (
          <LedgerRow
            key={command.id}
            {...when(command.askedAt)}
            {...commandTexts(command, { t, live, stale, userId, time })}
          >
            {command.endedAt !== null && (
              <MomentButton look="icon" serialNumber={command.serialNumber} at={command.askedAt} />
            )}
          </LedgerRow>
        ))}
      </Ledger>
    </div>
  );
}
