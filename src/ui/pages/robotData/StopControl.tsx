/** Stop on the robot's page, always within reach. */
import { useSelector } from '@xstate/react';
import { escapeMeaning } from '../../../machines/robotData/escape.ts';
import { selectEscapeReaches, selectIsMoving } from '../../../machines/robotData/robotData.selectors.ts';
import { selectIsFilled } from '../../../machines/robotData/video.selectors.ts';
import { StopButtonLarge } from '../../robots/StopButtonLarge.tsx';
import type { RobotPart } from './robotPart.ts';

export interface StopPartProps extends RobotPart {
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
}: StopPartProps) {
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
      onStop={() => screen.send({ type: 'stop.press', at: at() })}
    />
  );
}
