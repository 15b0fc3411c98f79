/** Layout from 992 px: journey, map and commands on the left; video, state, teleop and Stop on the right. */
import { Card } from '../../kit/Card.tsx';
import { CommandsCard } from './CommandsCard.tsx';
import { TeleopCard } from './TeleopCard.tsx';
import { Journey } from './Journey.tsx';
import { ResumePart } from './ResumePart.tsx';
import { RobotBanner } from './RobotBanner.tsx';
import { RobotHead } from './RobotHead.tsx';
import { RobotMap } from './RobotMap.tsx';
import type { RobotPart } from './robotPart.ts';
import { RobotVideo } from './RobotVideo.tsx';
import { StateCard } from './StateCard.tsx';
import { StopControl } from './StopControl.tsx';

export function DeskRobot(part: RobotPart) {
  return (
    <>
      <RobotHead {...part} />
      <RobotBanner {...part} />
      <ResumePart {...part} />
      <div className="robot-page">
        <div className="robot-left">
          <Card clip className="robot-map-card">
            <Journey {...part} />
            <RobotMap {...part} />
          </Card>
          <CommandsCard {...part} />
        </div>
        <div className="robot-right">
          {/* Video and state shrink when space is short; controls that move the robot do not. */}
          <div className="robot-sight">
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
