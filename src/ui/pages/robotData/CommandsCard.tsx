/** Commands for the robot, and the command ledger with its outcomes. */
import type { RobotPart } from './robotPart.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { CommandButtons } from './CommandButtons.tsx';
import { CommandLedger } from './CommandLedger.tsx';
import { PointsDialog } from './PointsDialog.tsx';

export function CommandsCard(part: RobotPart) {
  const t = useT();
  return (
    <Card title={t('robotData.commands.title')} clip className="robot-commands" acts={<CommandButtons {...part} />}>
      <CommandLedger {...part} />
      <PointsDialog {...part} />
    </Card>
  );
}
