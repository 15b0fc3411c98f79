/** The meaning of Escape on a robot's page: selects the action, and whether Stop shows the key hint. */

export type EscapeMeaning = 'stop' | 'leavePicture' | 'leaveTool';

/** A full-window video and an active tool take precedence over Stop, unless the robot is in teleop. */
export const escapeMeaning = ({
  moving,
  filled,
  tool,
}: {
  moving: boolean;
  filled: boolean;
  tool: boolean;
}): EscapeMeaning => (moving ? 'stop' : filled ? 'leavePicture' : tool ? 'leaveTool' : 'stop');
