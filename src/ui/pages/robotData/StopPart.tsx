/** Stop on the robot's own page, always in reach. */
import { StopSlab } from './StopSlab.tsx';
import type { RobotPart } from './robotPart.ts';

export interface StopPartProps extends RobotPart {
  readonly keyHint?: boolean | undefined;
  readonly touch?: boolean | undefined;
}

export function StopPart({ keyHint, touch, screen, stop, commands, live, links, name, time, at, whyNot }: StopPartProps) {
  return (
    <StopSlab
      stop={stop} live={live} links={links} name={name} time={time} keyHint={keyHint} touch={touch} whyNotResume={whyNot('resume')}
      onStop={() => screen.send({ type: 'stop.press', at: at() })}
      onResume={() => commands.send({ type: 'command.ask', wish: { kind: 'resume' }, at: at() })}
    />
  );
}
