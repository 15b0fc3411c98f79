/** The outcome of an event as one sentence, which names the guard or rule that blocks it. */
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type CaughtEvent, isAccepted } from '../../machines/peek/explained.ts';
import { useT } from '../hooks/useT.ts';

/** @param blocked the control is disabled on screen */
export function useVerdict(caught: CaughtEvent, blocked: boolean): string {
  const t = useT();
  const { machine, candidates, row } = caught;
  const guards = candidates.flatMap(({ guard }) => (guard && !guard.holds ? [guard.name] : []));
  const refusing = [...new Set(guards)].join(', ');
  if (machine === null) return '';
  if (!isAccepted(caught))
    return candidates.length === 0
      ? t('peek.noTransition', { state: caught.state })
      : t('peek.guarded', { guards: refusing });
  if (row?.obstacle)
    return t('peek.heldBack', {
      row: rowName(row.act),
      obstacle: row.obstacle,
      text: t.failure({ code: ERRORS[row.obstacle], said: '' }),
    });
  return t(blocked ? 'peek.screenOnly' : 'peek.accepted');
}

/** The rule's name in the code. */
export const rowName = (act: string): string => `robotCan.${act}`;
