/** The page from 992 px on: journey, map and commands at the left; picture, state, driving and Stop at the right. */
import { Card } from '../../kit/Card.tsx';
import { CommandsCard } from './CommandsCard.tsx';
import { DriveCard } from './DriveCard.tsx';
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
          {/* What is seen and said gives way; what moves the robot does not. */}
          <div className="robot-sight">
            <RobotVideo {...part} />
            <StateCard {...part} />
          </div>
          <DriveCard {...part} />
          <StopControl {...part} keyHint />
        </div>
      </div>
    </>
  );
}
