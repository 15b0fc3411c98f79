/** What the robot said lately, newest first, each line with its age. */
import { useSelector } from '@xstate/react';
import { selectSpoken } from '../../../machines/robotData/spoken.machine.ts';
import { selectSpokenRef } from '../../../machines/robotData/robotData.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { RobotPageProps } from './useRobotPage.ts';

export function Spoken({ screen, loaded, now, age }: RobotPageProps) {
  const t = useT();
  const lines = useSelector(useSelector(screen, selectSpokenRef), (snapshot) => snapshot && selectSpoken(snapshot));
  if (!loaded.detail.abilities.actions.includes('say') || !lines) return null;
  const title = t('robotData.spoken.title');
  return (
    <div className="mt-2 px-1.5 text-13">
      <p className="text-12 font-medium text-text-2">{title}</p>
      {lines.length === 0 ? (
        <p className="mt-1 text-12 text-text-2">{t('robotData.spoken.none')}</p>
      ) : (
        <ul className="mt-1 grid gap-1" aria-label={title}>
          {lines.map(({ id, at, text, language }) => (
            <li key={id} className="flex items-baseline gap-2">
              <q className="min-w-0 flex-1 [overflow-wrap:anywhere]" lang={language || undefined} dir="auto">
                {text}
              </q>
              <span className="flex-none text-12 text-text-2 tabular-nums">
                {t('common.ago', { age: age(Math.max(0, now - at)) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
