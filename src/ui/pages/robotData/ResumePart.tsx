/**
 * Resume: a separate button beside Stop, never in its place. It shows who stopped the robot and which order continues.
 */
import { useSelector } from '@xstate/react';
import Octagon from 'lucide-react/icons/octagon';
import Play from 'lucide-react/icons/play';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { selectStopLook } from '../../../machines/robotData/stop.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { orderName } from '../../labels/orderName.ts';
import { stoppedText } from '../../labels/stopText.ts';
import { ResumeQuestion } from './ResumeQuestion.tsx';
import { Resumers } from './Resumers.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

const BAR =
  'flex flex-none items-center gap-2.5 rounded border border-st-stopped bg-st-stopped-soft py-1.5 pr-2 pl-3 text-13 shadow-[inset_4px_0_0_var(--st-stopped-line)] [&>svg]:flex-none [&>svg]:text-st-stopped-line';
const TOUCH = 'small:gap-1.5 small:py-0.5 small:pr-1 small:pl-2.5 small:[&>svg]:hidden';
const LINE = 'block overflow-hidden text-ellipsis';
const TOUCH_LINE = 'small:max-h-8 small:text-[12px]/4';

export function ResumePart(part: RobotPageProps & { readonly touch?: boolean | undefined }) {
  const t = useT();
  const { live, name, time, commands, at, whyNot, loaded, userId, touch = false } = part;
  const look = useSelector(part.stop, selectStopLook);
  if (!live.held && !live.paused) return null;
  // After a Stop pressed here the robot reports the pause before the ledger names the author: do not show "unknown"
  // meanwhile.
  if (!live.held && (look === 'sending' || look === 'sent')) return null;
  const mayResume = loaded.rights.includes('operate');
  return (
    <section className={classes(BAR, touch && TOUCH)} aria-label={t('robotData.resume.name', { name })}>
      <Icon of={Octagon} size={18} />
      <div className="min-w-0 flex-1">
        <b className={classes(LINE, touch && TOUCH_LINE, 'text-st-stopped-text')}>
          {live.paused ? stoppedText(live, { t, time }) : t('tasks.stop.undelivered')}
        </b>
        <span className={classes(LINE, touch && TOUCH_LINE, 'text-12 text-text-2')}>
          {mayResume ? orderText(t, live, name) : t('robotData.resume.notYours')}
        </span>
      </div>
      {mayResume ? (
        <Button
          variant="primary"
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
          {t('shared.resume')}
        </Button>
      ) : (
        <Resumers {...part} />
      )}
      <ResumeQuestion {...part} />
    </section>
  );
}

/** The order that the robot continues after Resume. */
function orderText(t: Translate, live: RobotLive, name: string): string {
  const order = orderName(t, live);
  return order === null ? t('robotData.resume.nothing', { name }) : t('robotData.resume.goesOn', { name, order });
}
