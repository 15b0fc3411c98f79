/** Command ledger: pending commands first, then all others, newest first. */
import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { selectPending, selectRows } from '../../../machines/robotData/commands.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Ledger, LedgerRow } from './LedgerRow.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { commandWords, pendingWords } from './ledgerWords.ts';
import type { RobotPart } from './robotPart.ts';

export interface CommandLedgerProps extends RobotPart {
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
    <div className="ledger-scroll" role="group" aria-label={t('robotData.commands.title')} tabIndex={0}>
      <Ledger label={t('robotData.commands.list')}>
        {pending.map((row) => {
          const words = pendingWords(row, t);
          return (
            <LedgerRow key={row.local} {...when(row.askedAt)} {...words}>
              {row.failure && (
                <IconButton
                  size="s"
                  icon={X}
                  label={t('robotData.commands.dismiss', { command: words.title })}
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
            {...commandWords(command, { t, live, stale, userId, time })}
          />
        ))}
      </Ledger>
    </div>
  );
}
