/** Chart.js with the parts that charts of curves are made of. */
import { Chart, LinearScale, LineElement, LogarithmicScale, PointElement, Tooltip } from 'chart.js';
import { LineWithErrorBarsController, PointWithErrorBar } from 'chartjs-chart-error-bars';

Chart.register(
  LinearScale,
  LineElement,
  LineWithErrorBarsController,
  LogarithmicScale,
  PointElement,
  PointWithErrorBar,
  Tooltip,
);

export { Chart, LineElement, PointWithErrorBar };
