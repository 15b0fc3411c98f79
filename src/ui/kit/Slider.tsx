/** A value in a range, set by pointer or arrow keys. */
import { Slider as RadixSlider } from 'radix-ui';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** Called when the thumb is released. */
  readonly onCommit?: ((value: number) => void) | undefined;
  /** The value with its unit for screen readers: "0.45 m/s". */
  readonly valueText: string;
  readonly disabled?: boolean | undefined;
}

export function Slider({ label, value, min, max, step, onChange, onCommit, valueText, disabled = false }: SliderProps) {
  const first =
    (then: ((value: number) => void) | undefined) =>
    (values: number[]): void => {
      const [only] = values;
      if (only !== undefined) then?.(only);
    };
  return (
    <RadixSlider.Root
      className="slider"
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={first(onChange)}
      onValueCommit={first(onCommit)}
    >
      <RadixSlider.Track className="slider-track">
        <RadixSlider.Range className="slider-range" />
      </RadixSlider.Track>
      <RadixSlider.Thumb className="slider-thumb" aria-label={label} aria-valuetext={valueText} />
    </RadixSlider.Root>
  );
}
