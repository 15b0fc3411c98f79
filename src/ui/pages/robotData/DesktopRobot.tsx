/** Layout from 992 px: journey, map and commands on the left; video, state, teleop and Stop on the right. */
import { useContentMark } from '../../hooks/useContentMark.ts';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { CommandsCard } from './CommandsCard.tsx';
import { TeleopCard } from './TeleopCard.tsx';
import { Journey } from './Journey.tsx';
import { ResumePart } from './ResumePart.tsx';
import { RobotBanner } from './RobotBanner.tsx';
import { RobotHead } from './RobotHead.tsx';
import { COLUMN, MAP_CARD, PAGE } from './robotLayout.ts';
import { RobotMap } from './RobotMap.tsx';
import type { RobotPageProps } from './useRobotPage.ts';
import { RobotVideo } from './RobotVideo.tsx';
import { StateCard } from './StateCard.tsx';
import { StopControl } from './StopControl.tsx';

/** Stop is below the other cards, and stays in sight while they scroll. */
const STOP_LAST = '[&>.stop-place]:sticky [&>.stop-place]:bottom-0 [&>.stop-place]:order-3';
/** If everything fits, the video is above the teleop card and the state below it. */
const VIEW =
  'contents low:flex low:min-h-0 low:flex-[1_1_0] low:flex-col low:gap-3 low:overflow-auto low:[container-type:size]';

export function DesktopRobot(part: RobotPageProps) {
  useContentMark('robot-page');
  return (
    <>
      <RobotHead {...part} />
      <RobotBanner {...part} />
      <ResumePart {...part} />
      <div className={PAGE}>
        <div className={COLUMN}>
          <Card clip className={MAP_CARD}>
            <Journey {...part} />
            <RobotMap {...part} />
          </Card>
          <CommandsCard {...part} />
        </div>
        <div className={classes(COLUMN, STOP_LAST)}>
          {/* Video and state shrink when space is short; controls that move the robot do not. */}
          <div className={VIEW}>
            <RobotVideo {...part} />
            <StateCard {...part} />
          </div>
          <TeleopCard {...part} />
          <StopControl {...part} keyHint />
        </div>
      </div>
    </>
  );
}
