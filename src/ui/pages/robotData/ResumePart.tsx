/** Lifting a Stop: a button of its own beside Stop, never in its place; it says who stopped the robot and which order goes on. */
import { useSelector } from '@xstate/react';
import Octagon from 'lucide-react/icons/octagon';
import Play from 'lucide-react/icons/play';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { selectStopLook } from '../../../machines/robotData/stop.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { orderName } from '../../words/orderName.ts';
import { stoppedWords } from '../../words/stopWords.ts';
import { ResumeQuestion } from './ResumeQuestion.tsx';
import { Resumers } from './Resumers.tsx';
import type { RobotPart } from './robotPart.ts';

export function ResumePart(part: RobotPart & { readonly touch?: boolean | undefined }) {
  const t = useT();
  const { live, name, time, commands, at, whyNot, loaded, userId, touch = false } = part;
  const look = useSelector(part.stop, selectStopLook);
  if (!live.held && !live.paused) return null;
  // It stands by the Stop that was pressed here, a moment before the ledger says whose it is: unknown would be untrue.
  if (!live.held && (look === 'sending' || look === 'sent')) return null;
  const mayResume = loaded.rights.includes('operate');
  return (
    <section className="resume" aria-label={t('robotData.resume.name', { name })}>
      <Icon of={Octagon} size={18} />
      <div className="resume-words">
        <b>{live.paused ? stoppedWords(live, { t, time }) : t('tasks.stop.undelivered')}</b>
        <span>{mayResume ? orderWords(t, live, name) : t('robotData.resume.notYours')}</span>
      </div>
      {mayResume ? (
        <Button
          variant="pri"
          size={touch ? 'm' : 's'}
          icon={Play}
          disabledReason={whyNot('resume')}
          disabledTitle={t('robotData.resume.cannot')}
          onClick={() =>
            commands.send({
              type: 'resume.press',
              stops: live.stops,
              byOther: live.stops.some(({ by }) => by.userId !== userId),
              at: at(),
            })
          }
        >
          {t('robotData.resume.resume')}
        </Button>
      ) : (
        <Resumers {...part} />
      )}
      <ResumeQuestion {...part} />
    </section>
  );
}

/** Which order the robot goes on with once it is free. */
function orderWords(t: Translate, live: RobotLive, name: string): string {
  const order = orderName(t, live);
  return order === null ? t('robotData.resume.nothing', { name }) : t('robotData.resume.goesOn', { name, order });
}
