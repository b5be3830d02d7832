"""Who meets whom in pods: `split` is where it begins, `cost` says what is better than what."""

from runner.pairing.pods.cost import Cost
from runner.pairing.pods.exact import surely_worse
from runner.pairing.pods.small_fields import price
from runner.pairing.pods.split import Split, split_into_pods

__all__ = ["Cost", "Split", "price", "split_into_pods", "surely_worse"]
