/** For users who are not allowed to resume: shows who is, and sends them a request. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectResumers } from '../../../machines/robotData/resumers.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { listOf } from '../../labels/listOf.ts';
import type { RobotPageProps } from './useRobotPage.ts';

export function Resumers({ resumers, time, at }: RobotPageProps) {
  const t = useT();
  const { people, askedAt, busy, failure } = useSelector(
    resumers,
    selectResumers,
    (a, b) => a.people === b.people && a.askedAt === b.askedAt && a.busy === b.busy && a.failure === b.failure,
  );
  useEffect(() => {
    resumers.send({ type: 'resumers.want' });
  }, [resumers]);
  if (people === null) return null;
  const names = listOf(
    people.map(({ name }) => name),
    t.language,
  );
  const online = people.filter((person) => person.online).map(({ name }) => name);
  const note = failure
    ? t.failure(failure)
    : askedAt !== null
      ? t('robotData.resume.asked', { time: time(askedAt) })
      : people.length === 0
        ? t('robotData.resume.nobody')
        : online.length > 0
          ? t('robotData.resume.who', {
              names,
              online: listOf(online, t.language),
            })
          : t('robotData.resume.whoAway', { names });
  return (
    <div className="flex max-w-[50%] items-center gap-2 text-12">
      <span role="status">{note}</span>
      {people.length > 0 && (
        <Button size="s" busy={busy} onClick={() => resumers.send({ type: 'resumers.ask', at: at() })}>
          {t('robotData.resume.ask')}
        </Button>
      )}
    </div>
  );
}
