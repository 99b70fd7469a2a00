#!/bin/sh
# A sweep as a Slurm array: every task does one part, any task can be killed and sent again.
#
#   sbatch --array=1-64 slurm-sweep.sh million
#   vlag merge vlag-out/million/shard-* --sweep million --out million.csv
#
#SBATCH --job-name=vlag-sweep
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
sweep=${1:?name a sweep: sbatch --array=1-64 slurm-sweep.sh SWEEP}
# SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT choose the part.
exec vlag sweep "$sweep" --workers "${SLURM_CPUS_PER_TASK:-1}" --pin --json
