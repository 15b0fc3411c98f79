/** The page from 992 px on: journey, map and commands at the left; picture, driving, state and Stop at the right. */
import { Card } from '../../kit/Card.tsx';
import { CommandsCard } from './CommandsCard.tsx';
import { DriveCard } from './DriveCard.tsx';
import { Journey } from './Journey.tsx';
import { RobotBanner } from './RobotBanner.tsx';
import { RobotHead } from './RobotHead.tsx';
import { RobotMap } from './RobotMap.tsx';
import type { RobotPart } from './robotPart.ts';
import { RobotVideo } from './RobotVideo.tsx';
import { StateCard } from './StateCard.tsx';
import { StopPart } from './StopPart.tsx';

export function DeskRobot(part: RobotPart) {
  return (
    <>
      <RobotHead {...part} />
      <RobotBanner {...part} />
      <div className="robot-page">
        <div className="robot-left">
          <Card clip className="robot-map-card">
            <Journey {...part} />
            <RobotMap {...part} />
          </Card>
          <CommandsCard {...part} />
        </div>
        <div className="robot-right">
          <RobotVideo {...part} />
          <DriveCard {...part} />
          <StateCard {...part} />
          <StopPart {...part} keyHint />
        </div>
      </div>
    </>
  );
}
