/** Stop on the robot's page, always within reach. */
import { useSelector } from '@xstate/react';
import { escapeMeaning } from '../../../machines/robotData/escape.ts';
import { selectEscapeReaches, selectIsMoving } from '../../../machines/robotData/robotData.selectors.ts';
import { selectIsFilled } from '../../../machines/robotData/video.selectors.ts';
import { StopButtonLarge } from '../../robots/StopButtonLarge.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

/** In a landscape window of a phone Stop is a block beside the view, with its icon above the text, or without it. */
const TOUCH =
  'small:px-4 sideways:min-h-[104px] sideways:flex-col sideways:gap-0.5 sideways:px-3 sideways:[&>span]:text-center flat:h-[72px] flat:min-h-[72px] flat:[&>svg]:hidden';

export interface StopControlProps extends RobotPageProps {
  readonly keyHint?: boolean | undefined;
  readonly touch?: boolean | undefined;
}

export function StopControl({
  keyHint = false,
  touch,
  screen,
  stop,
  commands,
  video,
  live,
  links,
  name,
  time,
  at,
}: StopControlProps) {
  const reaches = useSelector(screen, selectEscapeReaches);
  const moving = useSelector(screen, selectIsMoving);
  const filled = useSelector(video, selectIsFilled);
  const tool = useSelector(commands, (snapshot) => snapshot.hasTag('tool'));
  const isEscapeStop = reaches && escapeMeaning({ moving, filled, tool }) === 'stop';
  return (
    <StopButtonLarge
      stop={stop}
      live={live}
      links={links}
      name={name}
      time={time}
      keyHint={keyHint && isEscapeStop}
      touch={touch}
      className={touch ? TOUCH : undefined}
      onStop={() => screen.send({ type: 'stop.press', at: at() })}
    />
  );
}
